import { Section } from '#pwa/ui/page.tsx';

const SIZES = [
  ['text-4xl', 'Verdict'],
  ['text-3xl', 'Figure'],
  ['text-2xl', 'Page'],
  ['text-xl', 'Page on a phone'],
  ['text-lg', 'Section'],
  ['text-base', 'Text and controls'],
  ['text-sm', 'Tables and labels'],
  ['text-xs', 'Marks'],
] as const;
const COLORS = [
  'canvas',
  'surface',
  'sunken',
  'hover',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'accent',
  'accent-soft',
  'focus',
] as const;

/** Type scale, colors, radius and control height. */
export function FoundationsGallery() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Section title="Type">
        <ul className="flex flex-col gap-1">
          {SIZES.map(([name, use]) => (
            <li key={name} className="flex items-baseline justify-between gap-3">
              <span className={`${name} truncate`}>{use}</span>
              <span className="code shrink-0 text-ink-soft text-sm">{name}</span>
            </li>
          ))}
          <li className="code pt-1">W26-00412-03 · 0O 1lI · code</li>
        </ul>
      </Section>
      <Section title="Colours">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {COLORS.map((name) => (
            <li key={name} className="flex items-center gap-2">
              <span
                className="size-9 shrink-0 rounded-md border border-line-strong"
                style={{ background: `var(--${name})` }}
              />
              <span className="code text-sm">{name}</span>
            </li>
          ))}
        </ul>
        <p className="mt-4 text-ink-soft text-sm">
          Radius 3, 5, 8 and 12 px. Spacing in steps of 4 px. A control is 44 px high, 36 px with a mouse on a
          wide screen.
        </p>
      </Section>
    </div>
  );
}
