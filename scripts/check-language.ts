import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLanguageProblems } from './language/find-language-problems.ts';
import { findTextProblems } from './language/find-text-problems.ts';

const root = path.resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const names = findLanguageProblems(root);
const screens = findTextProblems(root);
const problems = [...names.problems, ...screens.problems];
for (const problem of problems) console.error(problem);
console.log(`${names.files} files, ${screens.texts} texts, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
