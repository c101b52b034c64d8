class AppError extends Error {
  constructor(message, statusCode) {
    super(message);
    this.statusCode = statusCode;
  }
}
class NotFound extends AppError {
  constructor(what) {
    super(`no ${what}`, 404);
  }
}
class Conflict extends AppError {
  constructor(message) {
    super(message, 409);
  }
}
class Broken extends Error {}
const codes = { TEAPOT: 418 };
const gone = (what) => new AppError(`${what} is gone`, 410);
module.exports = { AppError, NotFound, Conflict, Broken, codes, gone };
