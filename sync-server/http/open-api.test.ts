import { expect, test } from 'vitest';
import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { CALLS } from '#db/api/calls.ts';
import { openApiDocument } from './open-api.ts';

/** The rules of OpenAPI 3.1 for what the document uses. */
const Schema = z.record(z.string(), z.unknown());
const Reference = z.strictObject({ $ref: z.string().regex(/^#\/components\/(schemas|responses)\/\w+$/) });
const Content = z.record(
  z.string().regex(/^[\w*]+\/[\w.*+-]+$/),
  z.strictObject({ schema: Schema.optional() }),
);
const Operation = z.strictObject({
  operationId: z.string().regex(/^[a-z]\w+$/),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()).length(1),
  parameters: z.array(
    z
      .strictObject({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.boolean(),
        schema: Schema,
      })
      .refine((parameter) => parameter.in === 'query' || parameter.required),
  ),
  requestBody: z.strictObject({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^([1-5]\d\d|default)$/),
    z.union([Reference, z.strictObject({ description: z.string(), content: Content.optional() })]),
  ),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(
    z.string().regex(/^\/api\/[^:?#]+$/),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), Schema),
    responses: z.record(z.string(), z.strictObject({ description: z.string(), content: Content })),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('apiKey'), in: z.literal('cookie'), name: z.string() }),
    ),
  }),
});

const json: unknown = JSON.parse(JSON.stringify(openApiDocument(CALLS, '1.0.0', 'cookie')));
const document = Document.parse(json);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** List all values of a key, at any depth. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...valuesOf(key, inner),
  ]);
}

test('the document has one operation for each declared call', () => {
  const documented = operations.map(
    ({ path, method, operation }) => `${operation.operationId} ${method} ${path}`,
  );
  const declared = CALLS.map(({ id, method, path }) => `${id} ${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(documented.sort()).toEqual(declared.sort());
});

test('each reference of the document has its target, and no schema has definitions of its own', () => {
  const targets = new Set([
    ...Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
    ...Object.keys(document.components.responses).map((name) => `#/components/responses/${name}`),
  ]);
  const references = new Set(valuesOf('$ref', json).map(String));
  expect([...references].filter((reference) => !targets.has(reference))).toEqual([]);
  expect(valuesOf('$defs', json)).toEqual([]);
  expect(targets.size).toBeGreaterThan(2);
});

test('the parameters of a path are those in its braces', () => {
  for (const { path, operation } of operations) {
    const names = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    expect([path, names.sort()]).toEqual([
      path,
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
    ]);
  }
});

test('an operation names its grant, its refusals and its media types', () => {
  const exportRows = defineCall({
    id: 'exportRows',
    method: 'post',
    path: '/api/rows/:id',
    access: 'patients:read',
    summary: 'Exports rows.',
    params: z.strictObject({ id: z.string() }),
    query: z.strictObject({ page: z.coerce.number().int().default(1), since: z.iso.datetime() }),
    body: binary('image/jpeg', 'image/png'),
    answer: z.object({ count: z.int() }),
    downloads: ['text/csv'],
    errors: ['ROWS_LOCKED'],
  });
  const { paths } = Document.parse(openApiDocument([exportRows], '1.0.0', 'cookie'));
  const operation = paths['/api/rows/{id}']?.post;
  expect(operation?.description).toBe('Needs the grant `patients:read`. Refuses with `ROWS_LOCKED`.');
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(['image/jpeg', 'image/png']);
  expect(operation?.responses['200']).toMatchObject({ content: { 'application/json': {}, 'text/csv': {} } });
  expect(operation?.parameters.map(({ name, required, schema }) => [name, required, schema])).toEqual([
    ['id', true, { type: 'string' }],
    ['page', false, { default: 1, type: 'integer' }],
    ['since', true, { type: 'string', format: 'date-time' }],
  ]);
});
