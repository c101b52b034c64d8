exports.page = (title) => '<h1>' + title + '</h1>';
