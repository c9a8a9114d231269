import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { speech } from "./lib/language.svelte";
import { pageWorker } from "./lib/worker";

const target = document.getElementById("page");
if (!target) throw new Error("index.html has no #page");
void speech.start().then(() => mount(App, { target }));
// A browser that refuses a worker shows the page all the same.
if (import.meta.env.PROD) void pageWorker().catch(() => undefined);
