import { expect, test } from 'vitest';
import { importIconsByFile, installedIcons } from './icons-plugin.ts';

const files = installedIcons();

test('an icon is loaded from its own file, under its own name or another', () => {
  const code = "import { Truck, X as Close } from 'lucide-react';\nimport { z } from 'zod';";
  expect(importIconsByFile(code, files)).toBe(
    "import Truck from 'lucide-react/icons/truck'; import Close from 'lucide-react/icons/x';\nimport { z } from 'zod';",
  );
});

test('a long list, an older name of an icon, and a type are handled', () => {
  const code = "import {\n  CheckCircle,\n  type LucideIcon,\n} from 'lucide-react';";
  expect(importIconsByFile(code, files)).toBe(
    "import CheckCircle from 'lucide-react/icons/circle-check-big'; import type { LucideIcon } from 'lucide-react';",
  );
});

test('type imports and names that are no icons stay unchanged', () => {
  const code =
    "import type { LucideIcon } from 'lucide-react';\nimport { createLucideIcon } from 'lucide-react';";
  expect(importIconsByFile(code, files)).toBe(code);
});
