import { expect, test } from 'vitest';
import { formatLongDate, renderEmail } from './email-template.ts';

const TEMPLATE = {
  subject: 'What changed',
  heading: 'Order updates',
  paragraphs: ['This is what happened.'],
  groups: [
    { title: 'W-000101 · Exome', url: 'https://lab.example/orders/1', facts: [['Received', '96 specimens']] },
    { title: 'W-000102', facts: [['In progress', '<b>1</b> specimen']] },
  ],
  action: { label: 'Open orders', url: 'https://lab.example/orders' },
} as const;

test('an email with several orders reads well as plain text, each under its heading and URL', () => {
  expect(renderEmail('WBL', TEMPLATE).text).toBe(`Order updates

This is what happened.

W-000101 · Exome
https://lab.example/orders/1
Received: 96 specimens

W-000102
In progress: <b>1</b> specimen

Open orders:
https://lab.example/orders

-- 

WBL · support@wbl.example
`);
});

test('its HTML links to each order, escapes text of people and has the color of its business entity', () => {
  const { html } = renderEmail('RESONANT', TEMPLATE);
  expect(html).toContain('<a href="https://lab.example/orders/1"');
  expect(html).toContain('&lt;b&gt;1&lt;/b&gt; specimen');
  expect(html).toContain('#5b45b5');
  expect(html).not.toMatch(/<(img|script|link|iframe)|url\(/);
});

test('dates have their long format', () => {
  expect([formatLongDate('2026-12-21'), formatLongDate('2026-01-01'), formatLongDate('soon')]).toEqual([
    'Dec 21, 2026',
    'Jan 1, 2026',
    'soon',
  ]);
});
