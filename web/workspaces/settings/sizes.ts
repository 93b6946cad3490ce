/** How large a company says it is. */
export const companySizes = ['Just myself', '2-10', '11-50', '51-200', '201-500', '500+']
