/** Stands for the public: an address of this machine that the tried sender may reach. */
export const decoyHost = '127.0.0.2'
