import { roleLabel } from '#db/access/role-labels.ts';
import { Role } from '#db/access/roles.ts';
import type { ProcedureComparison } from '#db/protocols/procedures/compare-procedures.ts';
import {
  CHANGE_LABEL,
  propertyWords,
  type ShownChange,
  valueText,
} from '#db/protocols/versions/change-words.ts';
import type { VersionSignature } from '#db/protocols/versions/sign-version.ts';
import { LEFT_MARGIN, PdfDocument, RIGHT } from '#sync-server/services/billing/documents/pdf-document.ts';

const WIDTH = RIGHT - LEFT_MARGIN;
/** Longer paragraphs are split, or one could be higher than a page. */
const LONGEST = 1_500;
const PICTURE_WIDTH = 260;
const PICTURE_HEIGHT = 180;

/** Split a text at spaces into parts that fit a page. */
function splitText(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > LONGEST) {
    const space = rest.lastIndexOf(' ', LONGEST);
    const end = space > 0 ? space : LONGEST;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

/** Write an instant with its seconds in UTC, as signatures are recorded. */
export const instantText = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`;

/** Write whether a signature was verified and still covers the version. */
function verificationText({ valid, verified }: VersionSignature): string {
  if (valid) return 'Verified';
  return verified === 'OK' ? 'Not valid: the content changed after it was signed' : 'Not verified';
}

function roleText(role: string | null): string {
  const known = Role.safeParse(role).data;
  return known ? roleLabel(known, null) : (role ?? 'not recorded');
}

/** A PDF document of a version: its content, what changed, and who signed it. */
export class RecordDocument extends PdfDocument {
  /** Write a heading that stays with what follows. */
  heading(text: string): void {
    this.need(70);
    this.y += 4;
    this.y += this.write(text, { x: LEFT_MARGIN, y: this.y, width: WIDTH, size: 13, bold: true }) + 4;
  }

  /** Write a paragraph, also one that is longer than a page. */
  text(text: string, { bold = false, soft = false, indent = 0 } = {}): void {
    const at = { x: LEFT_MARGIN + indent, width: WIDTH - indent, bold, soft };
    for (const part of text.split('\n').flatMap(splitText)) {
      this.need(this.heightOf(part, at.width, at));
      this.y += this.write(part, { ...at, y: this.y }) + 2;
    }
  }

  /** Draw a picture that fits its place, above the text that describes it. */
  picture(bytes: Buffer, altText: string): void {
    this.need(PICTURE_HEIGHT + 30);
    this.document.image(bytes, LEFT_MARGIN + 16, this.y, { fit: [PICTURE_WIDTH, PICTURE_HEIGHT] });
    this.y += PICTURE_HEIGHT + 4;
    this.text(altText, { soft: true, indent: 16 });
  }

  /** Write names with their values. */
  values(rows: readonly { name: string; value: string }[]): void {
    this.table(
      [
        { title: 'Setting', width: 180 },
        { title: 'Value', width: 320 },
      ],
      rows.map(({ name, value }) => [name, value]),
    );
  }

  /** Write values that differ from the earlier version. */
  changes(changes: readonly ShownChange[]): void {
    if (changes.length === 0) {
      this.text('Both versions have the same content.');
      return;
    }
    this.table(
      [
        { title: 'What', width: 140 },
        { title: 'Before', width: 180 },
        { title: 'Now', width: 180 },
      ],
      changes.map(({ name, from, to }) => [name, from, to]),
    );
  }

  /** Write what was added, removed, moved and changed since the earlier version of a procedure. */
  comparison({ settings, content }: ProcedureComparison): void {
    const toShownChanges = (changed: ProcedureComparison['settings']): ShownChange[] =>
      changed.map(({ name, from, to }) => ({
        name: propertyWords(name),
        from: valueText(from),
        to: valueText(to),
      }));
    if (settings.length > 0 || content.length === 0) this.changes(toShownChanges(settings));
    for (const { change, path, changed } of content) {
      this.text(`${CHANGE_LABEL[change]}: ${path.join(' / ')}`, { bold: true });
      for (const { name, from, to } of toShownChanges(changed))
        this.text(`${name}: before ${from}, now ${to}`, { indent: 16 });
    }
    this.y += 8;
  }

  /** Write every signature with what it covers, and whether it is valid. */
  signatures(signatures: readonly VersionSignature[], contentHash: string): void {
    this.heading('Signatures');
    if (signatures.length === 0) this.text('Nobody has signed this version.');
    for (const signature of signatures) {
      this.need(90);
      const { printedName, role, meaning, occurredAt } = signature;
      this.text(`${meaning} ${printedName}`, { bold: true });
      this.text(`Role: ${roleText(role)}`, { indent: 16 });
      this.text(`Time: ${instantText(occurredAt)}`, { indent: 16 });
      this.text(`Signed content (SHA-256): ${signature.contentHash}`, { indent: 16 });
      this.text(verificationText(signature), { indent: 16 });
      this.y += 6;
    }
    this.text(`Content of this version (SHA-256): ${contentHash}`, { soft: true });
  }
}
