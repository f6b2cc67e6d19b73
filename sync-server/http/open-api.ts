import { z } from 'zod';
import { type CallDefinition, familyOfCall, isSchema } from '#db/api/call-definition.ts';
import { ERROR_STATUS } from '#db/errors/app-error.ts';

type Json = Record<string, unknown>;

const ErrorAnswer = z.object({
  error: z.string().meta({ description: 'Text for people, with advice.' }),
  code: z.string().meta({ description: 'Code for programs.' }),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
});

/** Remove what zod adds beyond the contract: the pattern of a date-time, the bounds of a safe integer. */
function simplify(schema: Json): void {
  if (schema['format'] !== undefined) delete schema['pattern'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
}

/** Convert a schema as it is on the wire, before its transforms; only recursive parts are under `$defs`. */
function jsonSchemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => simplify(jsonSchema as Json),
  });
  return json;
}

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** Schemas that several calls answer stand once among the components. */
class Components {
  readonly schemas: Record<string, Json> = { Error: jsonSchemaOf(ErrorAnswer) };
  readonly #recursiveNames = new Map<string, string>();
  readonly #names = new Map<z.ZodType, string>();

  constructor(calls: readonly CallDefinition[]) {
    const firstIds = new Map<z.ZodType, string>();
    for (const { id, answer } of calls) {
      if (!isSchema(answer)) continue;
      const firstId = firstIds.get(answer);
      if (firstId === undefined) firstIds.set(answer, id);
      else if (!this.#names.has(answer)) this.#add(answer, firstId);
    }
  }

  #add(answer: z.ZodType, firstId: string): void {
    const name = `${firstId.charAt(0).toUpperCase()}${firstId.slice(1)}Answer`;
    this.#names.set(answer, name);
    this.schemas[name] = this.convert(answer);
  }

  /** Convert a schema; its recursive parts move to the components, because `$defs` is read from the document's root. */
  convert(schema: z.ZodType): Json {
    const { $defs = {}, ...json } = jsonSchemaOf(schema);
    let text = JSON.stringify(json);
    for (const [local, part] of Object.entries($defs as Record<string, Json>)) {
      const name = this.#nameRecursive(JSON.stringify(part).replaceAll(`${LOCAL}${local}"`, `${LOCAL}self"`));
      text = text.replaceAll(`"${LOCAL}${local}"`, `"${SHARED}${name}"`);
    }
    return JSON.parse(text);
  }

  #nameRecursive(part: string): string {
    const known = this.#recursiveNames.get(part);
    if (known !== undefined) return known;
    const name = `Recursive${this.#recursiveNames.size + 1}`;
    this.#recursiveNames.set(part, name);
    this.schemas[name] = JSON.parse(part.replaceAll(`"${LOCAL}self"`, `"${SHARED}${name}"`));
    return name;
  }

  schemaOf(schema: z.ZodType): Json {
    const name = this.#names.get(schema);
    return name === undefined ? this.convert(schema) : { $ref: `${SHARED}${name}` };
  }
}

function contentOf(content: CallDefinition['answer'], components: Components): Json | undefined {
  if (content === undefined) return undefined;
  if (isSchema(content)) return { 'application/json': { schema: components.schemaOf(content) } };
  return Object.fromEntries(content.mediaTypes.map((type) => [type, {}]));
}

/** List the parameters of an object schema. */
function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  components: Components,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.convert(schema);
  const requiredNames = Array.isArray(required) ? required : [];
  return Object.entries(properties as Record<string, Json>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || requiredNames.includes(name),
    schema: property,
  }));
}

function accessText(access: string): string {
  if (access === 'open') return 'Open to everybody.';
  return access === 'session' ? 'Needs a session.' : `Needs the grant \`${access}\`.`;
}

function answerOf(definition: CallDefinition, components: Components): Json {
  const downloads = Object.fromEntries(definition.downloads.map((type) => [type, {}]));
  const content = { ...contentOf(definition.answer, components), ...downloads };
  const hasContent = Object.keys(content).length > 0;
  return {
    [definition.status]: { description: 'Success.', ...(hasContent ? { content } : {}) },
    default: { $ref: '#/components/responses/Error' },
  };
}

function operationOf(definition: CallDefinition, components: Components): Json {
  const { id, summary, access, errors, params, query, body } = definition;
  const refusals =
    errors.length > 0 ? ` Refuses with ${errors.map((code) => `\`${code}\``).join(', ')}.` : '';
  const content = contentOf(body, components);
  return {
    operationId: id,
    summary,
    description: accessText(access) + refusals,
    tags: [familyOfCall(definition)],
    parameters: [...parametersOf(params, 'path', components), ...parametersOf(query, 'query', components)],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: answerOf(definition, components),
    security: access === 'open' ? [] : [{ session: [] }],
  };
}

/** Write the OpenAPI 3.1 document of the calls. */
export function openApiDocument(calls: readonly CallDefinition[], version: string, cookie: string): Json {
  const components = new Components(calls);
  const paths: Record<string, Json> = {};
  for (const definition of calls) {
    const path = definition.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [definition.method]: operationOf(definition, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Benchside',
      version,
      description: `Errors of the transport: ${Object.keys(ERROR_STATUS).join(', ')}. A code of a rule is status 409.`,
    },
    paths,
    components: {
      schemas: components.schemas,
      responses: {
        Error: {
          description: 'The call was refused or failed; nothing was changed.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  };
}
