import type { RegisteredRouter } from '@tanstack/react-router';

type WithoutSlash<Path> = Path extends '/' ? '/' : Path extends `${infer Start}/` ? Start : Path;
type Paths = RegisteredRouter['routesByPath'];
// Lists end with a slash in the table of routes, but not in their address; the catch-all is no page.
type Routes = { [Path in Exclude<keyof Paths, '/$'> as WithoutSlash<Path>]: Paths[Path] };
/** The route of a page, for example `/lab/samples/$id`. */
type AppRoute = keyof Routes;

/** The parameter of a route; none has more than one. */
type ParamsOf<To extends string> = To extends `${string}/$${infer Name}`
  ? { params: Readonly<Record<Name, string>> }
  : { params?: never };
type SearchOf<To extends AppRoute> = Routes[To]['types']['fullSearchSchemaInput'];

/** A link to a page of the app: its route with the parameters and the query that the route takes. */
export type AppLink = { [To in AppRoute]: { to: To; search?: SearchOf<To> } & ParamsOf<To> }[AppRoute];

/** Return the address of a link, as the router writes it. */
export function addressOf({ to, params, search }: AppLink): string {
  const values = new Map<string, string>(Object.entries(params ?? {}));
  const path = to.replace(/\$(\w+)/, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries<unknown>(search ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined && one !== '') query.append(key, String(one));
  return query.size > 0 ? `${path}?${query}` : path;
}
