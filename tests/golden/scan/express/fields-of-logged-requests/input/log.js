const fs = require('fs');
const winston = require('winston');
const log = winston.createLogger({});

/** Whatever it is, as a text. */
const textOf = (entry) =>
  typeof entry.data === 'object'
    ? entry.data.message && typeof entry.data.message === 'string'
      ? entry.data.message
      : entry.data.stack && typeof entry.data.stack === 'string'
        ? entry.data.stack
        : JSON.stringify(entry.data)
    : String(entry.data);

class Journal {
  write = (entry) => {
    let line = new Date().toISOString() + ' ' + entry.level;
    switch (entry.level) {
      case 'ERROR':
        line += textOf(entry);
        console.error(line);
        break;
      default:
        line += ': ' + textOf(entry);
        if (process.env.LOG_FILE) fs.appendFile(process.env.LOG_FILE, line, () => {});
    }
  };
}
exports.journal = new Journal();

exports.debug = function debug(data) {
  console.log(data.stack || data.message || data);
};
exports.Winston = class {
  info(data) {
    log.info(this.line(data));
  }
  line(data) {
    if (data && data.message) return `${data.message} (${data.code ?? data})`;
    return JSON.stringify(data);
  }
};

/** What it does besides is no log. */
exports.reported = (data) => {
  console.log(data.message || data);
  fetch('https://harbour.example/reports', { method: 'POST', body: data.stack || JSON.stringify(data) });
};
/** Its result is used. */
exports.told = (data) => {
  console.log('told');
  return data.message || JSON.stringify(data);
};
/** It has nothing else to log. */
exports.entry = (entry) => {
  console.log(entry.level, entry.message, entry.stack ? entry.stack : '');
};
exports.named = (entry) => {
  console.log(entry.name || JSON.stringify(entry));
};
