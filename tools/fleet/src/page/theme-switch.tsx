// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState } from 'preact/hooks';

const themes = ['system', 'light', 'dark'] as const;

type Theme = (typeof themes)[number];

const key = 'strata-theme';

/** Returns the stored theme; browsers may forbid storage. */
function remembered(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** Renders the choice between light, dark and the system's theme. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(() => remembered());
  useEffect(() => apply(theme), [theme]);
  return (
    <label class="theme">
      <span class="sr">Colours</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        {themes.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
