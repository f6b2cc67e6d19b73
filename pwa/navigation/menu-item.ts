/** The classes of an entry of the user menu. */
export const MENU_ITEM =
  'flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 text-left data-focus:bg-accent-soft data-focus:text-accent-ink';
