// The linter of the widgets' JavaScript. `npm run lint` runs it.
import js from "@eslint/js";
import globals from "globals";

const code = { skipBlankLines: true, skipComments: true };

export default [
  js.configs.recommended,
  {
    files: ["minimax_lab/**/*.js", "site/**/*.mjs", "site/**/*.js"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["site/worker.mjs"],
    languageOptions: { globals: globals.worker },
  },
  {
    rules: {
      curly: ["error", "multi-line"],
      eqeqeq: ["error", "always", { null: "ignore" }], // x == null means null or undefined
      "max-len": ["error", { code: 120 }],
      "max-lines": ["error", { max: 400 }],
      "max-lines-per-function": ["error", { max: 60, ...code }],
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-concat": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-arrow-callback": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  {
    files: ["tools/**/*.mjs"],
    languageOptions: { globals: globals.node },
  },
  {
    files: ["tests/**/*.mjs"],
    languageOptions: { globals: globals.node },
    rules: { "max-lines-per-function": "off" }, // the tests of one thing stand in one function
  },
];
