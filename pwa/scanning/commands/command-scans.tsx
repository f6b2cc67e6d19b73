import { useState } from 'react';
import { COMMAND_DISPLAY, commandOf } from '#db/values/command-codes.ts';
import type { IsExpected } from '#pwa/scanning/keys/judge-burst.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan, useScanBus } from '#pwa/scanning/use-scan.ts';
import { pressCommand } from './press-command.ts';

const isCommand: IsExpected = (code) => commandOf(code) !== null;

/**
 * Presses buttons for people who only scan: a command code presses the button that takes it. A second scan of the same
 * command right after it presses nothing, because the next button may already be another one.
 */
export function CommandScans() {
  const bus = useScanBus();
  const [pressed, setPressed] = useState('');
  const refuse = (text: string): void => bus.reportUnread('command', text);
  const press = async ({ code, repeat }: Scan): Promise<boolean> => {
    const command = commandOf(code);
    if (command === null) return false;
    if (repeat) {
      refuse(`${COMMAND_DISPLAY[command].label} was scanned twice. Scan it again.`);
      return true;
    }
    const result = await pressCommand(command);
    if (result.kind === 'page') return false;
    if (result.kind === 'dialog') refuse(COMMAND_DISPLAY[command].nothing);
    else {
      playScanTone('ok');
      setPressed(result.name);
    }
    return true;
  };
  useScan(press, { layer: 'command', isExpected: isCommand });
  // The page itself may take a command that none of its buttons has, for instance the condition of a package.
  useScan(
    ({ code }) => {
      const command = commandOf(code);
      if (command === null) return false;
      refuse(COMMAND_DISPLAY[command].nothing);
      return true;
    },
    { layer: 'anything', isExpected: isCommand },
  );
  return (
    <div role="status" className="sr-only">
      {pressed}
    </div>
  );
}
