import { expect, test } from 'vitest';
import { maskSecrets } from './shown-email.ts';

test('the secret of a link is masked in text and HTML, and the rest of the text stays', () => {
  expect(maskSecrets('Open:\nhttps://lab.example/approval#token=aB_9-x\n\nThank you')).toBe(
    'Open:\nhttps://lab.example/approval#token=••••••••\n\nThank you',
  );
  expect(maskSecrets('<a href="https://lab.example/x?token=aB&amp;y=1">x#token=cd</a>')).toBe(
    '<a href="https://lab.example/x?token=••••••••&amp;y=1">x#token=••••••••</a>',
  );
  expect(maskSecrets('A token of thanks, token=none')).toBe('A token of thanks, token=none');
});
