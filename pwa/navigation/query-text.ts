/** What a query parameter may be set to; empty values are dropped. */
export type ParameterValue = string | number | boolean | null | undefined | readonly string[];
export type ParameterChanges = Readonly<Record<string, ParameterValue>>;

/** Query parameters as the router keeps them: text as it stands in the address, a repeated one as a list. */
export function parseQuery(search: string): Record<string, string | string[]> {
  const parameterValues: Record<string, string | string[]> = {};
  const parameters = new URLSearchParams(search);
  for (const key of new Set(parameters.keys())) {
    const values = parameters.getAll(key);
    parameterValues[key] = values.length > 1 ? values : (values[0] ?? '');
  }
  return parameterValues;
}

/** The reverse: empty values are dropped, lists are repeated. */
export function queryString(parameters: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined && one !== '') search.append(key, String(one));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The query with some parameters changed; the others stay unless `merge` is off (specification 2.6). */
export const updatedQuery = (search: string, changes: ParameterChanges, { merge = true } = {}): string =>
  queryString({ ...(merge ? parseQuery(search) : {}), ...changes });

/** The query without the chosen parameters, or without any. */
export function clearedQuery(search: string, keys?: readonly string[]): string {
  if (!keys) return '';
  return updatedQuery(search, Object.fromEntries(keys.map((key) => [key, null])));
}
