const fs = require('fs');

const LEVELS = { debug: 0, info: 1, warn: 2, error: 3 };

/** Writes a log and nothing else: whichever way it goes, nothing of it comes to an answer. */
class Logger {
  level = LEVELS.info;

  get timestamp() {
    return new Date().toISOString();
  }

  write(name, entry) {
    let line = `[${this.timestamp}] ${name}: ${entry.file} => ${entry.text}`;
    switch (name) {
      case 'error':
        if (entry.error) {
          line += ': ' + (entry.error.error && entry.error.error.message && typeof entry.error.error.message === 'string'
            ? entry.error.error.message
            : typeof entry.error === 'object' && entry.error.message ? entry.error.message : JSON.stringify(entry.error));
        } else {
          line += '.';
        }
        console.error(line);
        if (entry.node && entry.node.logFile) fs.appendFile(entry.node.logFile, line, () => {});
        break;
      case 'warn':
        if (!entry.node || entry.node.logLevel === 'warn' || entry.node.logLevel === 'info') console.warn(shown(entry, line));
        break;
      default:
        if (LEVELS[name] >= this.level) console.log(shown(entry, line));
        break;
    }
  }

  info(entry) {
    this.write('info', entry);
  }

  warn(entry) {
    this.write('warn', entry);
  }

  error(entry) {
    this.write('error', entry);
  }
}

const shown = (entry, line) => {
  if (!entry.data) return line + '.';
  return line + ': ' + (typeof entry.data === 'object' ? (entry.data.message ? entry.data.message : JSON.stringify(entry.data)) : entry.data);
};

module.exports = new Logger();
