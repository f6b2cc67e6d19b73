import { useFormContext } from 'react-hook-form';
import { TEST_CARDS } from './test-cards.ts';

/** Explains that no money moves here, and fills the form with a test card. */
export function TestCards() {
  const { setValue } = useFormContext();
  const fill = (number: string): void => {
    const entries = { cardNumber: number, expiry: '12 / 34', code: '123' };
    for (const [name, value] of Object.entries(entries))
      setValue(name, value, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <details className="rounded-md border border-line bg-sunken px-3">
      <summary className="min-h-control cursor-pointer content-center font-medium">
        Test payments: no money moves. Choose a test card
      </summary>
      <ul className="pb-2">
        {TEST_CARDS.map(({ number, does }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => fill(number)}
              className="flex min-h-control w-full flex-wrap items-center gap-x-3 rounded-sm px-1 text-left hover:bg-hover"
            >
              <span className="code">{number}</span>
              <span className="text-ink-soft text-sm">{does}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
