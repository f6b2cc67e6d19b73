import { parseAst } from 'vite';

/** A name that a file declares, with its line counted from 1. */
export interface DeclaredName {
  name: string;
  line: number;
}

type Node = Readonly<Record<string, unknown>> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const DECLARATIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
]);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * List the names that a TypeScript file declares: functions, classes, types, variables, parameters and
 * methods of classes. Properties, which name data of tables and of the wire, and bindings that repeat a
 * property are left out.
 */
export function listDeclaredNames(text: string, isJsx: boolean): DeclaredName[] {
  const names: DeclaredName[] = [];
  const starts = lineStarts(text);

  const add = (node: unknown) => {
    if (!isNode(node) || typeof node['name'] !== 'string' || typeof node['start'] !== 'number') return;
    names.push({ name: node['name'], line: lineAt(starts, node['start']) });
  };
  const addPattern = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === 'Identifier') add(node);
    if (node.type === 'AssignmentPattern') addPattern(node['left']);
    if (node.type === 'RestElement') addPattern(node['argument']);
    if (node.type === 'TSParameterProperty') addPattern(node['parameter']);
    if (node.type === 'ArrayPattern') listOf(node['elements']).forEach(addPattern);
    if (node.type === 'ObjectPattern')
      for (const property of listOf(node['properties'])) {
        if (!isNode(property)) continue;
        if (property.type === 'RestElement') addPattern(property);
        else if (property['shorthand'] !== true) addPattern(property['value']);
      }
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (!isNode(value)) return;
    if (DECLARATIONS.has(value.type)) add(value['id']);
    if (value.type === 'VariableDeclarator') addPattern(value['id']);
    if (FUNCTIONS.has(value.type)) listOf(value['params']).forEach(addPattern);
    if (value.type === 'MethodDefinition' || value.type === 'PropertyDefinition') add(value['key']);
    Object.values(value).forEach(visit);
  };
  visit(parseAst(text, { lang: isJsx ? 'tsx' : 'ts' }));
  return names;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
