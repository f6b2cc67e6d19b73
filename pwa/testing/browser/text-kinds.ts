import type AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/**
 * Return axe's color violations; axe is already in the page. Rows of a list repeat the same kinds of text on
 * the same ground, and a full check takes most of a second: only the first, the middle and the last of each
 * kind are checked.
 */
export const colorViolations = (page: Page): Promise<Violations> =>
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
