// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEngineSpans } from './engine-spans.ts';

const recorded = readFileSync(join(import.meta.dirname, 'recorded-trace/engine.jsonl'), 'utf8');

test('places the spans that an engine has written in parts, and only those of the calling end', () => {
  expect(readEngineSpans(recorded)).toEqual([
    {
      part: 'checkpoint writes',
      name: 'write of the state',
      begin: 1_795_888_812_986.419,
      end: 1_795_888_812_998.283,
    },
    {
      part: 'language host',
      name: 'start of a plug-in',
      begin: 1_795_888_810_473.204,
      end: 1_795_888_811_052.815,
    },
    {
      part: 'language host',
      name: 'About',
      begin: 1_795_888_811_109.491,
      end: 1_795_888_811_169.586,
    },
    {
      part: 'checkpoint writes',
      name: 'copy of the state',
      begin: 1_795_888_824_364.236,
      end: 1_795_888_824_369.103,
    },
    {
      part: 'provider plug-ins',
      name: 'start of a plug-in',
      begin: 1_795_888_832_044.11,
      end: 1_795_888_839_664.067,
    },
    {
      part: 'provider plug-ins',
      name: 'Configure',
      begin: 1_795_888_839_823.898,
      end: 1_795_888_839_832.494,
    },
    {
      part: 'provider plug-ins',
      name: 'Create',
      begin: 1_795_888_847_043.68,
      end: 1_795_888_847_436.484,
    },
    {
      part: 'life of Node',
      name: 'Run',
      begin: 1_795_888_813_710.653,
      end: 1_795_888_880_186.788,
    },
    {
      part: 'language host',
      name: 'Run',
      begin: 1_795_888_813_169.915,
      end: 1_795_888_880_193.476,
    },
  ]);
});

test('an engine that has written nothing has no spans', () => {
  expect(readEngineSpans('')).toEqual([]);
});
