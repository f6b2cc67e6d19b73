import type { LucideIcon } from 'lucide-react';

/** One thing to choose. */
export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** A second line, where there is room for one. */
  note?: string;
  icon?: LucideIcon;
  disabled?: boolean;
}
