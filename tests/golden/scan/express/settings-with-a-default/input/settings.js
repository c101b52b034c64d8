const production = process.env.NODE_ENV === 'production';

function read(name, fallback, options = { requireInProduction: false }) {
  if (process.env[name]) {
    return process.env[name];
  }
  if (fallback !== undefined && (!production || !options.requireInProduction)) {
    return fallback;
  }
  throw new Error(`Missing ${name}`);
}

function flag(text, fallback) {
  if (text === undefined || text === '') return fallback;
  return text === 'true' || text === '1';
}

const listed = (text) => ['1', 'yes', 'true'].includes(String(text).toLowerCase());

class Settings {
  get(name, fallback) { if (name in process.env) return process.env[name]; return fallback; }
  bool(name, fallback) {
    const value = this.get(name, fallback);
    if (typeof value === 'boolean') return value;
    return /^(1|true|yes)$/i.test(value);
  }
}

module.exports = { read, flag, listed, Settings };
