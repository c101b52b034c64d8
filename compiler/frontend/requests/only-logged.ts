import type { Site } from '../../evaluator/index.js';
import { ts } from '../../typescript/index.js';
import { has, isOtherwise, memberIn } from './one-form.js';

/**
 * What a logger takes of errors, and gets along without: `log(data.stack || data.message || JSON.stringify(data))`. That somebody lets it log a request says
 * of no request that it is an error.
 */
export function isOnlyLogged({ node, frame }: Pick<Site, 'node' | 'frame'>): boolean {
  const member = memberIn(node);
  if (!member || !/^(?:message|stack|cause|code)$/.test(member.name)) return false;
  const whole = member.of.getText();
  if (!isOtherwise(node, (otherwise) => has(otherwise, (each) => isWhole(each, whole)))) return false;
  for (let at = frame; at; at = at.parent) {
    const call = at.fn?.fn;
    if (at.callNode && ts.isExpressionStatement(at.callNode.parent) && call?.kind === 'closure' && isLogger(call.node)) return true;
  }
  return false;
}

/** The value itself, and not a member of it. */
const isWhole = (node: ts.Node, whole: string): boolean =>
  node.getText() === whole &&
  !ts.isPropertyAccessExpression(node.parent) &&
  !ts.isElementAccessExpression(node.parent) &&
  !ts.isTypeOfExpression(node.parent);

const loggers = new WeakMap<ts.Node, boolean>();

/** A function that writes to a log, and does nothing else. */
function isLogger(fn: ts.Node): boolean {
  let is = loggers.get(fn);
  if (is === undefined) {
    const seen = new Set<ts.Node>();
    let writes = false;
    const isOther = (node: ts.Node): boolean => {
      if (ts.isNewExpression(node)) return !/^(?:Date|Error)$/.test(node.expression.getText());
      if (!ts.isCallExpression(node)) return false;
      const callee = node.expression.getText().replaceAll('?', '');
      if (WRITES.test(callee)) return !(writes = true);
      if (TELLS.test(callee)) return false;
      const own = ownFunction(node);
      if (!own) return true;
      if (seen.has(own)) return false;
      seen.add(own);
      return has(own, isOther);
    };
    loggers.set(fn, (is = !has(fn, isOther) && writes));
  }
  return is;
}

/** `console.log`, `this.logger.info`, `fs.appendFile`, `process.stdout.write`. */
const WRITES =
  /^console\.\w+$|(?:^|\.)(?:\w*log(?:ger)?|winston|pino)(?:\(\))?\.(?:log|trace|debug|verbose|http|info|notice|warn|warning|error|fatal)$|(?:^fs\w*\.|^)(?:append|write)File(?:Sync)?$|\bstd(?:out|err)\.write$/i;
/** What only makes a text of something. */
const TELLS =
  /^(?:String|Number|Boolean|inspect|format|chalk\.\w+)$|\.(?:toString|to\w*String|toUpperCase|toLowerCase|stringify|inspect|format|join|map|filter|slice|split|trim|replace|replaceAll|concat|includes|startsWith|keys|entries|isArray|now|padStart|padEnd|substring|repeat)$/;

/** The function of this file, or of this class, that is called. */
function ownFunction({ expression }: ts.CallExpression): ts.Node | null {
  const isOfThis = ts.isPropertyAccessExpression(expression) && expression.expression.kind === ts.SyntaxKind.ThisKeyword;
  if (!isOfThis && !ts.isIdentifier(expression)) return null;
  const name = isOfThis ? expression.name.text : expression.getText();
  let found: ts.Node | null = null;
  has(expression.getSourceFile(), (node) => {
    const isNamed = (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && !isOfThis;
    const isMember = (ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node)) && isOfThis;
    if ((isNamed || isMember) && node.name?.getText() === name)
      found = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) ? functionIn(node.initializer) : (node as ts.Node);
    return found !== null;
  });
  return found;
}

const functionIn = (value: ts.Expression | undefined): ts.Node | null =>
  value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : null;
