import { parseAst } from 'vite';
import { ROLES } from '#db/access/roles.ts';

type Node = Readonly<Record<string, unknown>> & { type: string };

const ROLE_NAMES: ReadonlySet<string> = new Set(ROLES);
const SQL_ROLE = /\brole"?\s*(?:=|<>|!=|(?:NOT\s+)?IN\s*\()\s*'([A-Z_]+)'/g;
/** Where role names may be listed and compared: the tables of access, tests, the demo lab and builders of test rows. */
const EXEMPT =
  /^db\/(access|demo|factories|migrations)\/|^pwa\/testing\/|^sync-server\/(fuzz\/|access-matrix\/)|\.(test|e2e)\.tsx?$/;
const ADVICE = 'declare a capability in db/access/capabilities.ts and ask hasCapability';
/** `COMPANY_MANAGER` is a kind of approval as well: a comparison with a kind is none with a role. */
const KIND = /kind$/i;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

const textOf = (node: unknown): string | null => {
  if (!isNode(node)) return null;
  if (node.type === 'TSLiteralType') return textOf(node['literal']);
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;
};
const isRole = (node: unknown): boolean => ROLE_NAMES.has(textOf(node) ?? '');

/** The last name of an expression: `kind` of `approval.kind`. */
const lastName = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return lastName(node['property']);
  return typeof node['name'] === 'string' ? node['name'] : '';
};

/** Are the texts among these roles only, and is there one? Spread lists and other expressions do not count. */
function listsRoles(items: readonly Node[]): boolean {
  const texts = items.map(textOf).filter((text) => text !== null);
  return texts.length > 0 && texts.every((text) => ROLE_NAMES.has(text));
}

const keyOf = (property: Node): string => textOf(property['key']) ?? lastName(property['key']);

function isRoleTable(node: Node): boolean {
  const keys = nodesOf(node['properties'])
    .filter(({ type }) => type === 'Property')
    .map(keyOf);
  return keys.length > 0 && keys.every((key) => ROLE_NAMES.has(key));
}

const COMPARISONS = ['===', '!==', '==', '!='];

function isRoleComparison(node: Node): boolean {
  if (!COMPARISONS.some((operator) => operator === node['operator'])) return false;
  const { left, right } = node;
  if (isRole(right)) return !KIND.test(lastName(left));
  return isRole(left) && !KIND.test(lastName(right));
}

/** `roles.includes('ADMIN')` and the like. */
const isMembershipTest = (node: Node): boolean =>
  ['includes', 'has', 'indexOf'].includes(lastName(node['callee'])) &&
  nodesOf(node['arguments']).some(isRole);

const isRoleSwitch = (node: Node): boolean =>
  !KIND.test(lastName(node['discriminant'])) && nodesOf(node['cases']).some((one) => isRole(one['test']));

/** What is wrong with a node, or null. */
function judgeNode(node: Node): string | null {
  switch (node.type) {
    case 'ArrayExpression':
      return listsRoles(nodesOf(node['elements'])) ? 'a list of roles' : null;
    case 'TSUnionType':
      return listsRoles(nodesOf(node['types'])) ? 'a union of roles' : null;
    case 'ObjectExpression':
      return isRoleTable(node) ? 'a table by role' : null;
    case 'BinaryExpression':
      return isRoleComparison(node) ? 'a comparison of roles' : null;
    case 'CallExpression':
      return isMembershipTest(node) ? 'a comparison of roles' : null;
    case 'SwitchStatement':
      return isRoleSwitch(node) ? 'a comparison of roles' : null;
    case 'TemplateElement':
    case 'Literal':
      return namesRoleInSql(node) ? 'a role in SQL' : null;
    default:
      return null;
  }
}

function namesRoleInSql(node: Node): boolean {
  const raw = node['value'];
  const text = typeof raw === 'string' ? raw : String(Object(raw)['raw'] ?? '');
  return [...text.matchAll(SQL_ROLE)].some(([, name]) => ROLE_NAMES.has(name ?? ''));
}

/** Names file and line of every list, table and comparison of roles that does not stand in `db/access`. */
export function findRoleLists(file: { name: string; text: string }): string[] {
  if (!/\.tsx?$/.test(file.name) || EXEMPT.test(file.name)) return [];
  if (!ROLES.some((role) => file.text.includes(role))) return [];
  const problems = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    const problem = judgeNode(value);
    if (problem !== null) {
      const line = file.text.slice(0, Number(value['start'] ?? 0)).split('\n').length;
      problems.add(`${file.name}:${line}: ${problem}; ${ADVICE}`);
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child);
  };
  visit(parseAst(file.text, { lang: file.name.endsWith('x') ? 'tsx' : 'ts' }));
  return [...problems];
}
