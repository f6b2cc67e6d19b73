import { Monitor, Moon, MoonStar, Sun } from 'lucide-react';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import type { ThemeChoice } from './theme.ts';
import { useTheme } from './theme-provider.tsx';

/** The choices with their icons; a menu uses them too. */
export const THEME_OPTIONS: readonly { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'midnight', label: 'Midnight', icon: MoonStar },
  { value: 'system', label: 'System', icon: Monitor },
];

/** A switch between light, dark, midnight and the device's own theme. */
export function ThemeSwitch() {
  const { choice, choose } = useTheme();
  return <Segmented label="Theme" options={THEME_OPTIONS} value={choice} onChange={choose} />;
}
