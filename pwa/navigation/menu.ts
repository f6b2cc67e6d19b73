/** An entry of the side menu with the pages below it. */
export interface NavigationEntry {
  label: string;
  path: string;
  children?: readonly NavigationEntry[];
}

/** List every page of a menu once; subentries replace their parent. */
export function flatEntries(menu: readonly NavigationEntry[]): NavigationEntry[] {
  const all = menu.flatMap((entry) => entry.children ?? [entry]);
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at);
}
