import { COMMAND_DISPLAY, COMMANDS, commandCode } from '#db/values/command-codes.ts';
import { Bars } from './bars.tsx';
import { PrintOnce } from './print-once.tsx';

const STYLE = [
  '@page { margin: 14mm; }',
  'html, body { background: #fff !important; }',
  '.command-sheet { color: #000; font-family: Arial, "Liberation Sans", sans-serif; font-size: 10pt; }',
  '.command-sheet h1 { font-size: 18pt; font-weight: 700; margin: 0 0 2mm; }',
  // A scanner that is aimed at one code must not read its neighbor.
  '.command-sheet ul { display: grid; grid-template-columns: 1fr 1fr; gap: 9mm 12mm; list-style: none; margin: 8mm 0 0; padding: 0; }',
  '.command-sheet li { break-inside: avoid; }',
  '.command-sheet strong { display: block; font-size: 14pt; padding-left: 3mm; }',
].join('\n');

/** Prints the barcodes of all commands, for people who work with the scanner alone. */
export function CommandSheet({ onDone }: { onDone(): void }) {
  return (
    <PrintOnce title="Command codes" pageStyle={STYLE} onDone={onDone}>
      <div className="command-sheet">
        <h1>Command codes</h1>
        <p>Scan a command to press its button. Sign with your PIN on the keyboard.</p>
        <ul>
          {COMMANDS.map((command) => (
            <li key={command}>
              <Bars text={commandCode(command)} heightMm={14} />
              <strong>{COMMAND_DISPLAY[command].label}</strong>
            </li>
          ))}
        </ul>
      </div>
    </PrintOnce>
  );
}
