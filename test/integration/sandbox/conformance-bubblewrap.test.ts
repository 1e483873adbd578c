import { conformanceOf } from "../../support/box/suite.js";
import { suiteRequires } from "../../support/requirements.js";

const user = process.getuid?.() === 0 ? "root" : "an ordinary user";

suiteRequires("bubblewrap", "pytest")(`bubblewrap boxes as ${user}`, () => conformanceOf("bubblewrap"));
