exports.isOpenToday = () => new Date().getDay() > 0;
