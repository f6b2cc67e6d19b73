/** Pages that show the header without sidebar, menu button and Order Now (specification 2.1). */
const PAGES_WITHOUT_MENU: readonly string[] = ['/create-account'];

/** Is the layout of this page hidden but for its header and footer? */
export const isWithoutMenu = (path: string): boolean =>
  PAGES_WITHOUT_MENU.some((barePage) => path === barePage || path.startsWith(`${barePage}/`));
