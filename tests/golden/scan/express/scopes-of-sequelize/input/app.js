const express = require('express');
const { Sequelize, DataTypes, Model } = require('sequelize');

const sequelize = new Sequelize('library', 'librarian', 'books', { dialect: 'postgres' });

class Member extends Model {
  static findActive() {
    return this.findAll({ where: { active: true } });
  }
}
Member.init(
  {
    name: { type: DataTypes.STRING, allowNull: false },
    email: { type: DataTypes.STRING, allowNull: false },
    password: { type: DataTypes.STRING, allowNull: false },
    active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
  },
  {
    sequelize,
    modelName: 'Member',
    timestamps: false,
    defaultScope: { attributes: { exclude: ['password'] } },
    scopes: {
      withPassword: { attributes: {} },
      names: { attributes: ['id', 'name'] },
      contact: { attributes: ['id', 'email'] },
      columns: (...wanted) => ({ attributes: wanted }),
    },
  },
);

const Loan = sequelize.define(
  'Loan',
  { dueOn: { type: DataTypes.DATEONLY, allowNull: false }, note: DataTypes.TEXT },
  { timestamps: false, defaultScope: { include: [{ model: Member, as: 'member' }] } },
);
Loan.belongsTo(Member, { as: 'member', foreignKey: { name: 'memberId', allowNull: false } });
Loan.addScope('brief', { attributes: { exclude: ['note'] } });
Loan.addScope('withMember', { include: [{ model: Member.scope('names'), as: 'member' }] });

const app = express();
app.use(express.json());

// The default scope.
app.get('/members', async (req, res) => res.json(await Member.findAll()));
// The query's own exclusion is added to that of the scope.
app.get('/members/short', async (req, res) => res.json(await Member.findAll({ attributes: { exclude: ['active'] } })));
// Brought back.
app.get('/members/hashes', async (req, res) => res.json(await Member.findAll({ attributes: { include: ['password'] } })));
app.get('/members/unscoped', async (req, res) => res.json(await Member.unscoped().findAll()));
// A scope instead of the default one.
app.get('/members/full', async (req, res) => res.json(await Member.scope('withPassword').findAll()));
app.get('/members/names', async (req, res) => res.json(await Member.scope('names').findAll()));
// Two scopes, whose lists are joined; statics of the class are there.
app.get('/members/cards', async (req, res) => res.json(await Member.scope(['names', 'contact']).findActive()));
app.get('/members/safe', async (req, res) => res.json(await Member.scope('defaultScope', 'names').findAll()));
// A scope with arguments.
app.get('/members/chosen', async (req, res) => res.json(await Member.scope({ method: ['columns', 'id', 'active'] }).findAll()));

app.get('/loans', async (req, res) => res.json(await Loan.findAll()));
app.get('/loans/brief', async (req, res) => res.json(await Loan.scope('brief').findAll()));

const find = (scopes, id) => Loan.scope(scopes).findByPk(id);
app.get('/loans/:id', async (req, res) => {
  const loan = await find(['brief', 'withMember'], req.params.id);
  if (!loan) return res.status(404).json({ message: 'No such loan' });
  res.json(loan);
});
app.get('/loans/:id/member', async (req, res) => {
  const loan = await Loan.unscoped().findOne({ where: { id: req.params.id }, include: [{ model: Member.scope('contact'), as: 'member' }] });
  res.json(loan.member);
});

app.use('/holders', require('./decorated').holders);

app.listen(3000);
