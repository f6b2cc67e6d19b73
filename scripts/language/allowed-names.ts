/** A name that the word list refuses although it is a standard term where it is used. */
interface AllowedName {
  name: string;
  /** Path or folder in which the name may be used. */
  under: string;
  why: string;
}

/** The few exceptions to the word list. */
export const ALLOWED_NAMES: readonly AllowedName[] = [];
