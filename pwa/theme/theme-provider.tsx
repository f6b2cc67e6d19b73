import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { applyHand } from './hand.ts';
import { resolveTheme, storedTheme, storeTheme, type Theme, type ThemeChoice } from './theme.ts';

interface ThemeState {
  choice: ThemeChoice;
  theme: Theme;
  choose(choice: ThemeChoice): void;
}

const ThemeContext = createContext<ThemeState | null>(null);

function usePrefersDark(): boolean {
  const [dark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return dark;
}

/** The browser bar, or that of the installed app, has the color of the header. */
function paintBrowserBar(): void {
  const header = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  if (header) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', header);
}

/** Apply the chosen theme and the hand of this device to the document, and follow the device when requested. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(storedTheme);
  const theme = resolveTheme(choice, usePrefersDark());
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    paintBrowserBar();
  }, [theme]);
  useEffect(applyHand, []);
  const state = useMemo<ThemeState>(
    () => ({
      choice,
      theme,
      choose: (next) => {
        storeTheme(next);
        setChoice(next);
      },
    }),
    [choice, theme],
  );
  return <ThemeContext value={state}>{children}</ThemeContext>;
}

/** Return the current theme and a function to choose another. */
export function useTheme(): ThemeState {
  const state = useContext(ThemeContext);
  if (!state) throw new Error('useTheme needs a ThemeProvider above it.');
  return state;
}
