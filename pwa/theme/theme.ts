/** The theme choices; `system` follows the device. */
const THEME_CHOICES = ['light', 'dark', 'midnight', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Theme = Exclude<ThemeChoice, 'system'>;

const KEY = 'theme';

/** Read the stored choice; light when nothing valid is stored. */
export function storedTheme(): ThemeChoice {
  const storedChoice = localStorage.getItem(KEY);
  return THEME_CHOICES.find((choice) => choice === storedChoice) ?? 'light';
}

/** Resolve a choice to the theme that is shown. */
export function resolveTheme(choice: ThemeChoice, prefersDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return prefersDark ? 'dark' : 'light';
}

/** Store a choice for the next start. */
export function storeTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
}
