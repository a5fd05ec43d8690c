// SPDX-License-Identifier: Apache-2.0
import { useState } from 'preact/hooks';
import type { Fleet } from '../model.ts';
import { askQuestion, questions } from '../what-if/questions.ts';
import type { Question } from '../what-if/questions.ts';
import { AnswerView } from './answer-view.tsx';
import { Facts } from './parts.tsx';
import { hrefOf } from './route.ts';
import type { Route } from './route.ts';

/** Between a question and its values in the address; names have none. */
const separator = ',';

/** Question with the values that somebody has typed. */
interface Typed {
  readonly question: Question;
  readonly values: readonly string[];
}

function readItem(item: string | undefined): Typed | undefined {
  const [name, ...values] = (item ?? '').split(separator);
  const question = questions.find((one) => one.name === name);
  return question && { question, values };
}

/** Returns values without the empty ones at the end, which are optional. */
function given(values: readonly string[]): string[] {
  const trimmed = values.map((value) => value.trim());
  return trimmed.slice(0, trimmed.findLastIndex((value) => value !== '') + 1);
}

/** Renders the fields of a question, each with the names that exist. */
function Blanks({
  fleet,
  typed: { question, values },
  type,
}: {
  readonly fleet: Fleet;
  readonly typed: Typed;
  readonly type: (values: readonly string[]) => void;
}) {
  return (
    <>
      {question.blanks.map(({ isOptional, known, name }, index) => {
        const id = `blank-${question.name}-${index}`;
        const names = known(fleet);
        return (
          <label key={id}>
            <span>{isOptional === true ? `${name} (optional)` : name}</span>
            <input
              type="text"
              value={values[index] ?? ''}
              required={isOptional !== true}
              autocomplete="off"
              {...(names.length > 0 && { list: id })}
              onInput={(event) => {
                const { value } = event.currentTarget;
                type(question.blanks.map((_, at) => (at === index ? value : (values[at] ?? ''))));
              }}
            />
            {names.length === 0 ? null : (
              <datalist id={id}>
                {names.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            )}
          </label>
        );
      })}
    </>
  );
}

/** Renders the choice of a question, and its fields. */
function QuestionForm({
  fleet,
  submit,
  type,
  typed,
}: {
  readonly fleet: Fleet;
  readonly typed: Typed;
  readonly type: (typed: Typed) => void;
  readonly submit: () => void;
}) {
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label>
        <span>What if</span>
        <select
          value={typed.question.name}
          onChange={(event) => {
            const { value } = event.currentTarget;
            const question = questions.find(({ name }) => name === value);
            if (question !== undefined) type({ question, values: [] });
          }}
        >
          {questions.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Blanks
        fleet={fleet}
        typed={typed}
        type={(values) => type({ question: typed.question, values })}
      />
      <button type="submit">Answer</button>
    </form>
  );
}

function Hint({ environment }: Pick<Route, 'environment'>) {
  const scope =
    environment === undefined
      ? 'About all environments.'
      : `About ${environment} alone; the fleet's own view asks all environments.`;
  return (
    <p class="note">
      {scope} The same on the command line: <code>npx strata plan what-if</code>.
    </p>
  );
}

/** Renders questions about the fleet, or about one environment, and the answer to one of them. */
export function WhatIf({ fleet, route }: { readonly fleet: Fleet; readonly route: Route }) {
  const { environment } = route;
  const [first] = questions;
  const start = readItem(route.item) ?? (first && { question: first, values: [] });
  const [typed, type] = useState(start);
  const [asked, ask] = useState(() => readItem(route.item));
  if (typed === undefined) return null;
  const scope: Fleet =
    environment === undefined
      ? fleet
      : { ...fleet, environments: fleet.environments.filter(({ name }) => name === environment) };
  const submit = () => {
    const values = given(typed.values);
    ask({ question: typed.question, values });
    const item = [typed.question.name, ...values].join(separator);
    // A link to the answer; the back button still leads to the previous view.
    history.replaceState(null, '', hrefOf({ ...route, item }));
  };
  return (
    <>
      <QuestionForm fleet={scope} {...{ typed, type, submit }} />
      <div aria-live="polite">
        {asked === undefined ? (
          <Hint {...(environment !== undefined && { environment })} />
        ) : (
          <Facts known={askQuestion(scope, asked.question.name, asked.values)}>
            {(answer) => <AnswerView answer={answer} />}
          </Facts>
        )}
      </div>
    </>
  );
}
