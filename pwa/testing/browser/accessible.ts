import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { SIZES, type Size } from './launch.ts';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/**
 * Return axe's color violations; axe is already in the page. Rows of a list repeat the same kinds of text on
 * the same ground, and a full check takes most of a second: only the first, the middle and the last of each
 * kind are checked.
 */
const colorViolations = (page: Page): Promise<Violations> =>
  page.evaluate(async () => {
    const grounds = new Map<Element, string>();
    const groundOf = (element: Element): string => {
      const known = grounds.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ');
      const above = element.parentElement ? groundOf(element.parentElement) : '';
      const ground = own === 'rgba(0, 0, 0, 0) none 1 none normal' ? above : `${above} | ${own}`;
      grounds.set(element, ground);
      return ground;
    };
    const hasText = (element: Element): boolean =>
      element.matches('input, textarea, select') ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const kindOf = (element: Element): string => {
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const exempt = element.closest('[disabled], [aria-disabled="true"], [aria-hidden="true"]') !== null;
      const names = [element, element.parentElement].map((one) => one?.getAttribute('class'));
      const style = [color, fontSize, fontWeight, textShadow, exempt, groundOf(element)];
      return [element.tagName, ...names, ...style].join('; ');
    };
    const kinds = new Map<string, Element[]>();
    for (const element of document.querySelectorAll('body *')) {
      const isVisible = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isVisible || !hasText(element)) continue;
      const kind = kindOf(element);
      const same = kinds.get(kind) ?? [];
      same.push(element);
      kinds.set(kind, same);
    }
    const include = [...kinds.values()].flatMap((all) => [
      ...new Set([all.at(0), all.at(all.length >> 1), all.at(-1)]),
    ]);
    // The check of the light theme has stored it here.
    const { axe } = window as unknown as {
      axe: { run(context: object, options: object): Promise<{ violations: Violations }> };
    };
    const runOnly = { type: 'rule', values: ['color-contrast'] };
    const { violations } = await axe.run({ include }, { runOnly, resultTypes: ['violations'] });
    return violations;
  });

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const REST_MS = 60_000;

/**
 * Wait until the page is idle: no list is loading, no skeleton is shown, nothing fades or slides. The page of
 * all components never stops waiting.
 */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      (location.pathname === '/dev-tools' ||
        document.querySelector('[aria-busy="true"], .animate-pulse') === null) &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
        ),
    undefined,
    { timeout: REST_MS },
  );
}

/** Whether axe is already in the page: its half a megabyte is sent once per page, not per check. */
const hasAxe = async (page: Page): Promise<boolean> =>
  page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));

/** One axe run that reports only violations: listing passes takes longer than the check. */
async function violationsOf(page: Page, onlyColors: boolean): Promise<Violations> {
  const known = await hasAxe(page);
  if (known && onlyColors) return colorViolations(page);
  const runOnly = onlyColors
    ? { type: 'rule' as const, values: ['color-contrast'] }
    : { type: 'tag' as const, values: WCAG };
  const axe = new AxeBuilder(known ? { page, axeSource: 'void 0' } : { page }).setLegacyMode();
  return (await axe.options({ runOnly, resultTypes: ['violations'] }).analyze()).violations;
}

async function collectFindings(page: Page, onlyColors: boolean): Promise<string[]> {
  return (await violationsOf(page, onlyColors)).flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`,
    ),
  );
}

/**
 * Return axe's WCAG 2.2 AA violations, one line per element. With `onlyColours` only those that a theme can
 * change. A page may start to move during the check: a violation counts when the idle page still has it.
 */
export async function axeFindings(page: Page, onlyColors = false): Promise<string[]> {
  // A header that stays may cover half of a target below it.
  await page.evaluate(() => window.scrollTo(0, 0));
  await atRest(page);
  const findings = await collectFindings(page, onlyColors);
  if (findings.length === 0) return [];
  await atRest(page);
  return collectFindings(page, onlyColors);
}

export const THEMES = ['light', 'dark', 'midnight'] as const;

/** Return axe's violations in each theme, each line with its theme; the page is light again afterwards. */
export async function axeFindingsInThemes(
  page: Page,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<string[]> {
  const findings: string[] = [];
  for (const [index, theme] of [...themes, 'light' as const].entries()) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    if (index === themes.length) break;
    const themeFindings = await axeFindings(page, index > 0);
    findings.push(...themeFindings.map((finding) => `${theme}: ${finding}`));
  }
  return findings;
}

/** Check whether the page scrolls sideways, and name the cause. */
export const sidewaysOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    return wide
      .slice(0, 5)
      .map((element) => `${element.tagName} .${element.className} ends beyond ${width} px`);
  });

/** Widths in CSS px of other screens: a large phone, a wide one, a tablet, and 1440 px at 200 % zoom. */
const OTHER_WIDTHS = { handheld: [390], desktop: [1920, 820, 720] } as const;

const FRAMES = 30;

/** Return what still scrolls sideways when the page had frames to follow a new width, as lists measure themselves. */
async function settledOverflow(page: Page): Promise<string[]> {
  for (let frame = 1; frame < FRAMES; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
    if ((await sidewaysOverflow(page)).length === 0) return [];
  }
  return sidewaysOverflow(page);
}

/** Return what scrolls sideways at the page's width and at the other ones; the page has its width again afterwards. */
export async function sidewaysOverflowAtWidths(page: Page, size: Size): Promise<string[]> {
  const findings = await sidewaysOverflow(page);
  for (const width of OTHER_WIDTHS[size]) {
    await page.setViewportSize({ ...SIZES[size].viewport, width });
    findings.push(...(await settledOverflow(page)));
  }
  await page.setViewportSize(SIZES[size].viewport);
  return findings;
}

/**
 * List targets that are too small: anything under 24 px, and buttons, tabs and fields of a handheld's page
 * under 44 px. Links inside a sentence are as high as their line. Wells are as wide as twelve of them allow:
 * "Larger wells", a scan or the well's name are alternatives.
 */
export const smallTargets = (page: Page, handheld: boolean): Promise<string[]> =>
  page.evaluate((large) => {
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('[aria-hidden="true"], .sr-only, [role="grid"]') === null;
    const boxOf = (element: Element): DOMRect => {
      const label =
        element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type);
      if (label) return (element.closest('label') ?? element).getBoundingClientRect();
      // A title whose ::after covers its card makes the whole card the target.
      const covers = getComputedStyle(element, '::after').position === 'absolute';
      const card = covers && element instanceof HTMLElement ? element.offsetParent : null;
      return (card ?? element).getBoundingClientRect();
    };
    const inSentence = (element: Element): boolean =>
      element instanceof HTMLAnchorElement && getComputedStyle(element).display === 'inline';
    const minimumSize = (element: Element): number => {
      const isMain = element.matches(
        'main button, main [role="tab"], main input, main select, main textarea',
      );
      return large && isMain && element.closest('table') === null ? 44 : 24;
    };
    return [...document.querySelectorAll('a[href], button, input, select, textarea, [role="tab"]')]
      .filter((element) => isShown(element) && !inSentence(element))
      .flatMap((element) => {
        const { width, height } = boxOf(element);
        const minimum = minimumSize(element);
        const low = height < minimum - 0.5 || width < Math.min(minimum, 24) - 0.5;
        if (!low || (width === 0 && height === 0)) return [];
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
        return [
          `${element.tagName} "${name}" is ${Math.round(width)} × ${Math.round(height)}, wanted ${minimum}`,
        ];
      });
  }, handheld);
