const ZEROS = /^0{2,20}$/;

/** Ids of styles that show a number with leading zeros, with the number of digits. */
function zeroStyles(styles: string): Map<string, number> {
  const formats = new Map<string, number>();
  for (const [tag] of styles.matchAll(/<numFmt\s[^<>]*>/g)) {
    const id = /\snumFmtId="(\d+)"/.exec(tag)?.[1];
    const code = /\sformatCode="([^"<>]*)"/.exec(tag)?.[1] ?? '';
    if (id && ZEROS.test(code)) formats.set(id, code.length);
  }
  const digitsByStyle = new Map<string, number>();
  if (formats.size === 0) return digitsByStyle;
  const from = styles.indexOf('<cellXfs');
  const list = styles.slice(from, styles.indexOf('</cellXfs>', from));
  for (const [index, [tag]] of [...list.matchAll(/<xf\s[^<>]*>/g)].entries()) {
    const digits = formats.get(/\snumFmtId="(\d+)"/.exec(tag)?.[1] ?? '');
    if (digits) digitsByStyle.set(String(index), digits);
  }
  return digitsByStyle;
}

const NUMBER_CELL = /<c(\s[^<>]*)>(?:<f[^<>]*\/>|<f[^<>]*>[^<]*<\/f>)?<v>(\d{1,20})<\/v><\/c>/g;

/** Convert numbers that are shown with leading zeros to the shown text: tube 7 in format 0000 is 0007. */
export function keepLeadingZeros(parts: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const styles = zeroStyles(parts.get('xl/styles.xml')?.toString('utf8') ?? '');
  const paddedParts = new Map(parts);
  if (styles.size === 0) return paddedParts;
  for (const [name, part] of parts) {
    if (!name.startsWith('xl/worksheets/')) continue;
    const xml = part.toString('utf8').replace(NUMBER_CELL, (cell, attributes: string, digits: string) => {
      const width = styles.get(/\ss="(\d+)"/.exec(attributes)?.[1] ?? '');
      const type = /\st="([^"]*)"/.exec(attributes)?.[1] ?? 'n';
      const place = /\sr="([A-Z]+\d+)"/.exec(attributes)?.[1];
      if (!width || type !== 'n' || !place || digits.length >= width) return cell;
      return `<c r="${place}" t="str"><v>${digits.padStart(width, '0')}</v></c>`;
    });
    paddedParts.set(name, Buffer.from(xml, 'utf8'));
  }
  return paddedParts;
}
