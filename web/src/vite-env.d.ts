/// <reference types="svelte" />
/// <reference types="vite/client" />

/** Of sandtable, as `src/sandtable/__init__.py` names it. */
declare const __VERSION__: string;
