// The fields of an account: of its owner, and with which they sign in, join and prove it.
export const EMAIL = {
  name: "email", label: "E-mail address", type: "email", autocomplete: "username", required: true,
};
export const PASSWORD = {
  name: "password", label: "Password", type: "password", autocomplete: "current-password",
  required: true,
};
export const OWN_PASSWORD = { ...PASSWORD, label: "Your password" };
export const NEW_PASSWORD = {
  ...PASSWORD, autocomplete: "new-password", hint: "At least 6 characters.",
};
export const CODE = {
  name: "otp", label: "Code", as: "code", autocomplete: "one-time-code", required: true,
  hint: "The six digits of the e-mail that was sent to you.",
};
export const NAMES = [
  { name: "firstName", autocomplete: "given-name", required: true },
  { name: "lastName", autocomplete: "family-name", required: true },
];
export const PHONE = [
  { name: "countryCode", as: "country", placeholder: "+1", autocomplete: "tel-country-code" },
  { name: "phoneNumber", as: "phone", autocomplete: "tel-national",
    hint: "With or without the country code." },
];
