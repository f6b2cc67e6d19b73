/** The allowed values of a query parameter; empty values are dropped. */
type ParameterValue = string | number | boolean | null | undefined | readonly string[];
export type ParameterChanges = Readonly<Record<string, ParameterValue>>;

/** Parse query parameters for the router: text as in the address, a repeated one as a list. */
export function parseQuery(search: string): Record<string, string | string[]> {
  const parameterValues: Record<string, string | string[]> = {};
  const parameters = new URLSearchParams(search);
  for (const key of new Set(parameters.keys())) {
    const values = parameters.getAll(key);
    parameterValues[key] = values.length > 1 ? values : (values[0] ?? '');
  }
  return parameterValues;
}

/** Format query parameters: empty values are dropped, lists are repeated. */
export function queryString(parameters: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined && one !== '') search.append(key, String(one));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Change some parameters of a query; the others remain unless `merge` is off (specification 2.6). */
export const updatedQuery = (search: string, changes: ParameterChanges, { merge = true } = {}): string =>
  queryString({ ...(merge ? parseQuery(search) : {}), ...changes });

/** Remove the chosen parameters of a query, or all. */
export function clearedQuery(search: string, keys?: readonly string[]): string {
  if (!keys) return '';
  return updatedQuery(search, Object.fromEntries(keys.map((key) => [key, null])));
}
