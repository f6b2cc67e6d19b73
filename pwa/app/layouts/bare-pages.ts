/** Pages that show the header without sidebar, menu button and Order Now (specification 2.1). */
const BARE_PAGES: readonly string[] = ['/create-account'];

/** Is the layout of this page hidden but for its header and footer? */
export const isBare = (path: string): boolean =>
  BARE_PAGES.some((bare) => path === bare || path.startsWith(`${bare}/`));
