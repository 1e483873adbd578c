import { postStep } from "./shells/action/deps.js";

void postStep();
