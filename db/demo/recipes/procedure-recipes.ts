import { EXTRACTION } from './extraction.ts';
import { LIBRARY_PREPARATION } from './library-preparation.ts';
import { PREPARATION } from './preparation.ts';
import type { ProcedureRecipe } from './recipe.ts';
import { SEQUENCING } from './sequencing.ts';

/** The demo lab's approved methods: one for each batch type, with fields of every type and every calculation. */
export const PROCEDURE_RECIPES: readonly ProcedureRecipe[] = [
  PREPARATION,
  EXTRACTION,
  LIBRARY_PREPARATION,
  SEQUENCING,
];
