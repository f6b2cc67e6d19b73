import { csvOf } from '#db/values/csv.ts';
import { saveFile } from '#pwa/api/save-file.ts';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';

/** The pixels of a PNG for each of the screen, so that it can be printed. */
const SCALE = 2;
const DRAWN_STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family'];

/** Write the values of a chart as CSV: a row for each place, a column for each series. */
export const plotCsv = (firstColumn: string, { series, places }: ChartData): string =>
  csvOf([
    [firstColumn, ...series.map(({ label }) => label)],
    ...places.map((place) => [place.label, ...series.map(({ key }) => place[key] ?? '')]),
  ]);

/** Copy a drawing with the colors and fonts that it has on the page, which a file does not know. */
export function standaloneSvg(svg: SVGSVGElement, title: string): SVGSVGElement {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('A drawing is an svg element.');
  const originals = [svg, ...svg.querySelectorAll('*')];
  for (const [at, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[at];
    if (!original) continue;
    const style = getComputedStyle(original);
    for (const name of DRAWN_STYLES) {
      const value = style.getPropertyValue(name);
      if (value !== '') element.setAttribute(name, value);
    }
    element.removeAttribute('style');
    element.removeAttribute('class');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('aria-label', title);
  return copy;
}

/** Draw an SVG of the page as a PNG on the background of the page; null when this browser cannot do it. */
export async function plotPng(svg: SVGSVGElement, title: string): Promise<Blob | null> {
  const { width, height } = svg.getBoundingClientRect();
  const copy = standaloneSvg(svg, title);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * SCALE);
  canvas.height = Math.ceil(height * SCALE);
  const context = canvas.getContext('2d');
  if (!context) return null;
  // The surface of the theme: text of a dark theme is light.
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--surface') || 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Save the values of a plot as a file of this device. */
export const savePlotCsv = (name: string, firstColumn: string, data: ChartData): void =>
  saveFile(new Blob([plotCsv(firstColumn, data)], { type: 'text/csv' }), `${name}.csv`);
