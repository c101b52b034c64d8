exports.find = async (id) => require('pg-promise')().one('select * from people where id = $1', id);
