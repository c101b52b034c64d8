const App = require('./app');
const UsersRoute = require('./routes/users-route');
const IndexRoute = require('./routes/index-route');
new App([new IndexRoute(), new UsersRoute()]).listen();
