import { conformanceAsOrdinaryUser } from "../../support/box/rerun.js";
import { suiteRequires } from "../../support/requirements.js";

// As an ordinary user the other file is this half already.
suiteRequires("root", "ordinary-user", "bubblewrap", "pytest")("bubblewrap boxes as an ordinary user", () => conformanceAsOrdinaryUser("bubblewrap"));
