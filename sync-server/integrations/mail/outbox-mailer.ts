import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { composeMessage } from './compose.ts';
import type { Mailer } from './mailer.ts';

const SAFE_NAME = /^[0-9A-Za-z_-]{1,64}$/;

/**
 * The default mailer: every email becomes a file for any mail program, in a folder that only its owner may
 * read.
 */
export function createOutboxMailer(folder: string, sender?: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    keepsOutbox: true,
    send: async (message) => {
      if (!SAFE_NAME.test(message.id)) throw new Error('This id is no file name.');
      const { message: content } = await transport.sendMail(composeMessage(message, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${message.id}.eml`);
      // The rename is atomic: a reader of the folder never sees half a message.
      await writeFile(`${file}.part`, content, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
