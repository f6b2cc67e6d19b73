/** What a command code on paper presses; none of them signs, because a signature needs the PIN. */
export const COMMANDS = [
  'OK',
  'CANCEL',
  'ACCEPT',
  'UNDO',
  'NEXT',
  'YES',
  'NO',
  'SWAP',
  'DISPLACE',
  'PRINT',
  'INTACT',
  'DAMAGED',
  'LEAKING',
  'OPENED',
  'EXCURSION',
] as const;
export type Command = (typeof COMMANDS)[number];

/** The name of each command on the sheet, and the answer where a screen has no use for it. */
export const COMMAND_DISPLAY: Record<Command, { label: string; nothing: string }> = {
  OK: { label: 'OK', nothing: 'Nothing to confirm here.' },
  CANCEL: { label: 'Cancel', nothing: 'Nothing to cancel here.' },
  ACCEPT: { label: 'Accept', nothing: 'Nothing to accept here.' },
  UNDO: { label: 'Undo', nothing: 'Nothing to undo here.' },
  NEXT: { label: 'Next', nothing: 'No next step here.' },
  YES: { label: 'Yes', nothing: 'No question is open here.' },
  NO: { label: 'No', nothing: 'No question is open here.' },
  SWAP: { label: 'Swap', nothing: 'Nothing to swap here.' },
  DISPLACE: { label: 'Displace', nothing: 'Nothing to displace here.' },
  PRINT: { label: 'Print', nothing: 'Nothing to print here.' },
  INTACT: { label: 'Intact', nothing: 'No shipment is open here.' },
  DAMAGED: { label: 'Damaged', nothing: 'No shipment is open here.' },
  LEAKING: { label: 'Leaking', nothing: 'No shipment is open here.' },
  OPENED: { label: 'Opened', nothing: 'No shipment is open here.' },
  EXCURSION: { label: 'Temperature excursion', nothing: 'No shipment is open here.' },
};

/** No barcode of the lab can contain it (`isBarcode`), so that a label never presses a button. */
const PREFIX = '%';

/** Return the text of a command's barcode: `%OK`. */
export const commandCode = (command: Command): string => `${PREFIX}${command}`;

/** Return the command of a scanned code; null for every other code, also one that only starts like a command. */
export const commandOf = (code: string): Command | null =>
  COMMANDS.find((command) => commandCode(command) === code) ?? null;
