import { useState } from 'react';
import type { ShownEmail } from '#db/records/shown-email.ts';
import { Tabs } from '#pwa/ui/tabs.tsx';

// The sandbox blocks scripts, forms and remote content, whoever wrote the email; its links lead nowhere.
const GUARD = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><base target="_blank">`;

const guarded = (html: string): string => html.replace('<head>', `<head>${GUARD}`);

/** An email as mail programs show it: as HTML in a sandboxed frame, and as plain text. */
export function MailPreview({ mail: { html, text, subject } }: { mail: ShownEmail }) {
  const [tab, setTab] = useState('html');
  const isFullDocument = html.includes('<head>');
  return (
    <Tabs
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: 'html',
          label: 'HTML',
          content: isFullDocument ? (
            <iframe
              sandbox=""
              referrerPolicy="no-referrer"
              title={`${subject}, as HTML`}
              srcDoc={guarded(html)}
              className="h-[60dvh] w-full rounded-md border border-line bg-white"
            />
          ) : (
            <p className="text-ink-soft">This email has no HTML.</p>
          ),
        },
        {
          id: 'text',
          label: 'Plain text',
          content: (
            <pre className="max-h-[60dvh] overflow-y-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-3 text-sm wrap-anywhere">
              {text}
            </pre>
          ),
        },
      ]}
    />
  );
}
