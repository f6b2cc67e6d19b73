import { ENTITY_PROFILE, type EntityProfile } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

export type Fact = readonly [label: string, value: string];

/** The content of an email before rendering. All of it is plain text; text of people is escaped. */
export interface EmailTemplate {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The main action, as a button and a URL. */
  action?: { label: string; url: string };
  /** Labeled values, for example an order number. */
  facts?: readonly Fact[];
  /** Labeled values under headings, for example those of each order; a heading may link to its page. */
  groups?: readonly { title: string; url?: string; facts: readonly Fact[] }[];
  /** Why the email was sent, and what to do if it was not expected. */
  footnote?: string;
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#15212a';
const SOFT = '#4a5863';

const paragraph = (text: string): string =>
  `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:${INK}">${escapeHtml(text)}</p>`;

const factRow = ([label, value]: Fact): string =>
  `<tr><td style="padding:4px 16px 4px 0;${FONT};font-size:14px;line-height:20px;color:${SOFT};vertical-align:top;min-width:88px">${escapeHtml(label)}</td>` +
  `<td style="padding:4px 0;${FONT};font-size:14px;line-height:20px;color:${INK};vertical-align:top;word-break:break-word">${escapeHtml(value)}</td></tr>`;

const factTable = (facts: readonly Fact[]): string =>
  facts.length === 0
    ? ''
    : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${facts.map(factRow).join('')}</table>`;

const group = (
  { title, url, facts }: NonNullable<EmailTemplate['groups']>[number],
  color: string,
): string => {
  const text = url
    ? `<a href="${escapeHtml(url)}" style="color:${color};text-decoration:underline">${escapeHtml(title)}</a>`
    : escapeHtml(title);
  return `<h2 style="margin:0 0 6px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:${INK}">${text}</h2>${factTable(facts)}`;
};

const button = ({ label, url }: NonNullable<EmailTemplate['action']>, color: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td style="border-radius:8px;background:${color}">` +
  `<a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;${FONT};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>` +
  `<p style="margin:0 0 16px;${FONT};font-size:13px;line-height:20px;color:${SOFT}">If the button does not work, copy this address into your browser:<br>` +
  `<span style="color:${INK};word-break:break-all">${escapeHtml(url)}</span></p>`;

// A text masthead, because mail programs block images by default.
const masthead = ({ displayName, logoColor: color }: EntityProfile): string =>
  `<td style="padding:20px 32px;border-bottom:3px solid ${color};${FONT};font-size:20px;line-height:24px;font-weight:700;letter-spacing:2px;color:${color}">${escapeHtml(displayName)}</td>`;

// Mail lists show this behind the subject; without it they show the masthead.
const preview = ({ paragraphs }: EmailTemplate): string =>
  `<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml((paragraphs[0] ?? '').slice(0, 140))}</div>`;

function htmlOf(template: EmailTemplate, profile: EntityProfile): string {
  const { displayName, supportAddress, logoColor: color } = profile;
  const small = `margin:0 0 8px;${FONT};font-size:13px;line-height:20px;color:${SOFT}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(template.subject)}</title></head>
<body style="margin:0;padding:0;background:#eef2f4">
${preview(template)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px;overflow:hidden">
<tr>${masthead(profile)}</tr>
<tr><td style="padding:28px 32px 12px">
<h1 style="margin:0 0 16px;${FONT};font-size:22px;line-height:28px;font-weight:600;color:${INK}">${escapeHtml(template.heading)}</h1>
${template.paragraphs.map(paragraph).join('\n')}
${factTable(template.facts ?? [])}${(template.groups ?? []).map((one) => group(one, color)).join('\n')}${template.action ? button(template.action, color) : ''}
</td></tr>
<tr><td style="padding:16px 32px 24px;border-top:1px solid #dbe2e6">
${template.footnote ? `<p style="${small}">${escapeHtml(template.footnote)}</p>` : ''}<p style="${small}">${escapeHtml(displayName)} · <a href="mailto:${escapeHtml(supportAddress)}" style="color:${SOFT}">${escapeHtml(supportAddress)}</a></p>
</td></tr></table></td></tr></table></body></html>
`;
}

function textOf(template: EmailTemplate, profile: EntityProfile): string {
  const formatFacts = (facts: readonly Fact[]) =>
    facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const groups = (template.groups ?? []).map(({ title, url, facts }) =>
    [title, ...(url ? [url] : []), formatFacts(facts)].join('\n'),
  );
  const action = template.action ? `${template.action.label}:\n${template.action.url}` : '';
  const foot = [template.footnote ?? '', `${profile.displayName} · ${profile.supportAddress}`];
  return [
    template.heading,
    ...template.paragraphs,
    formatFacts(template.facts ?? []),
    ...groups,
    action,
    '-- ',
    ...foot,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** Render an email in its business entity's design: subject, plain text and HTML, ready for `queueMail`. */
export function renderEmail(
  entity: BusinessEntity,
  template: EmailTemplate,
): { subject: string; text: string; html: string } {
  const profile = ENTITY_PROFILE[entity];
  return { subject: template.subject, text: textOf(template, profile), html: htmlOf(template, profile) };
}

const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Format a calendar date `YYYY-MM-DD` for emails: "Dec 21, 2026". Other text is returned unchanged. */
export function formatLongDate(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : FORMAT.format(at);
}
