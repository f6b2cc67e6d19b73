import { describe, expect, test } from 'vitest';
import {
  buildDraftField,
  buildDraftSection,
  buildDraftStep,
  buildSettings,
} from '#db/factories/build-procedure-drafts.ts';
import { dropItem, moveItem, patchField, patchStep, removeItem } from './draft-tree.ts';
import { type DraftContent, mergeDrafts } from './merge-drafts.ts';

const field = (id: string) => buildDraftField({ id, name: id, label: id });
const base: DraftContent = {
  settings: buildSettings(),
  sections: [
    buildDraftSection({
      id: 'a',
      name: 'Lysis',
      steps: [
        buildDraftStep({ id: 'a1', title: 'Add buffer', fields: [field('f1'), field('f2')] }),
        buildDraftStep({ id: 'a2', title: 'Incubate' }),
      ],
    }),
    buildDraftSection({ id: 'b', name: 'Elution', steps: [buildDraftStep({ id: 'b1', title: 'Elute' })] }),
  ],
};
const at = (sectionId: string, stepId: string | null = null, fieldId: string | null = null) => ({
  sectionId,
  stepId,
  fieldId,
});
const withSections = (sections: DraftContent['sections']): DraftContent => ({ ...base, sections });
const stepIds = ({ sections }: DraftContent) => sections.map(({ steps }) => steps.map(({ id }) => id));

describe('merge of two drafts', () => {
  test('takes changes of different properties of one field from both authors', () => {
    const mine = withSections(patchField(base.sections, at('a', 'a1', 'f1'), { label: 'Volume' }));
    const theirs = withSections(patchField(base.sections, at('a', 'a1', 'f1'), { max: '80' }));
    const { content, conflicts } = mergeDrafts(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(content.sections[0]?.steps[0]?.fields[0]).toMatchObject({ label: 'Volume', max: '80' });
  });

  test('sees no change in JSON whose keys have another order', () => {
    const operandsOf = (operands: Record<string, string>) =>
      withSections(patchField(base.sections, at('a', 'a1', 'f1'), { operands }));
    const merged = mergeDrafts(
      operandsOf({ mode: 'POOL', target: '50' }),
      operandsOf({ mode: 'POOL', target: '80' }),
      operandsOf({ target: '50', mode: 'POOL' }),
    );
    expect(merged.conflicts).toEqual([]);
    expect(merged.content.sections[0]?.steps[0]?.fields[0]?.operands).toEqual({ mode: 'POOL', target: '80' });
  });

  test('names a property that both authors changed differently and leaves the own value', () => {
    const mine = withSections(patchStep(base.sections, at('a', 'a1'), { title: 'Add 200 µL' }));
    const theirs = withSections(patchStep(base.sections, at('a', 'a1'), { title: 'Add 300 µL' }));
    const { content, conflicts } = mergeDrafts(base, mine, theirs);
    expect(conflicts).toEqual([
      {
        id: 'a1',
        path: ['Lysis', 'Add 200 µL'],
        property: 'title',
        mine: 'Add 200 µL',
        theirs: 'Add 300 µL',
      },
    ]);
    expect(content.sections[0]?.steps[0]?.title).toBe('Add 200 µL');
  });

  test('has what each author added where that author put it', () => {
    const mine = withSections([...base.sections, buildDraftSection({ id: 'mine', steps: [] })]);
    const theirs = withSections(
      base.sections.map((section) =>
        section.id === 'a'
          ? { ...section, steps: [buildDraftStep({ id: 'theirs', title: 'Label tubes' }), ...section.steps] }
          : section,
      ),
    );
    const { content } = mergeDrafts(base, mine, theirs);
    expect(content.sections.map(({ id }) => id)).toEqual(['a', 'b', 'mine']);
    expect(stepIds(content)[0]).toEqual(['theirs', 'a1', 'a2']);
  });

  test('removes what one author removed, unless the other one changed it', () => {
    const mine = withSections(removeItem(removeItem(base.sections, at('a', 'a2')), at('b')));
    const theirs = withSections(patchStep(base.sections, at('a', 'a2'), { timerSeconds: 600 }));
    const { content } = mergeDrafts(base, mine, theirs);
    expect(stepIds(content)).toEqual([['a1', 'a2']]);
  });

  test('has a moved item once, at the place of the author who moved it', () => {
    const mine = withSections(moveItem(base.sections, at('a', 'a2'), 1));
    const theirs = withSections(patchStep(base.sections, at('a', 'a2'), { timerSeconds: 600 }));
    expect(stepIds(mergeDrafts(base, mine, theirs).content)).toEqual([['a1'], ['a2', 'b1']]);
    const dropped = withSections(dropItem(base.sections, at('a', 'a1', 'f1'), at('b', 'b1')));
    const fields = mergeDrafts(base, dropped, base).content.sections.flatMap(({ steps }) =>
      steps.flatMap((step) => step.fields.map(({ id }) => `${step.id} ${id}`)),
    );
    expect(fields).toEqual(['a1 f2', 'b1 f1']);
  });

  test('of settings takes both and names what differs', () => {
    const { settings } = base;
    if (!settings) throw new Error('The settings are missing.');
    const mine = { ...base, settings: { ...settings, name: 'Beads', maxSamples: 48 } };
    const theirs = { ...base, settings: { ...settings, maxSamples: 24, outputVolume: '50' } };
    const { content, conflicts } = mergeDrafts(
      { ...base, settings: { ...settings, maxSamples: 96 } },
      mine,
      theirs,
    );
    expect(content.settings).toMatchObject({ name: 'Beads', outputVolume: '50', maxSamples: 48 });
    expect(conflicts.map(({ property }) => property)).toEqual(['maxSamples']);
  });
});
